# SPDX-License-Identifier: MIT
"""The model of the E31 next to the flip-flops of the core's RTL: the model as it is has all that they show, and without
one of its places that is named."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs

from lab.leak import exercise, rtl
from lab.leak.model import Model, models
from lab.leak.program import program_of
from lab.sims.e31 import rtl as core
from lab.sims.e31.rtl.flops import Flop, control, flops, header

VERILOG = """
module Inner( // @[A.scala 1:1]
  input   clock
);
  reg  valid; // @[A.scala 2:2]
  reg [31:0] _RAND_0;
  reg [39:0] buf__data;
endmodule
module Top(
  input   clock
);
  reg [31:0] _T_288 [0:30]; // @[B.scala 3:3]
  reg [7:0] ram [0:4095];
  Inner core ( // @[B.scala 4:4]
    .clock(core_clock)
  );
endmodule
"""


def test_flip_flops_are_those_of_the_verilog(tmp_path):
    (tmp_path / "core.v").write_text(VERILOG)
    found = flops(tmp_path / "core.v", "Top")
    assert found == [Flop("_T_288", 32, 31), Flop("core.valid", 1), Flop("core.buf__data", 40)]
    assert [name for f in found[1:] for name in f.names()] == ["core.valid", "core.buf__data.0", "core.buf__data.1"]
    assert found[2].reads("Top")[1] == "(uint32_t)(root->Top__DOT__core__DOT__buf___05Fdata >> 32)"
    assert 'public_flat_rw -module "Top" -var "_T_288"' in control(tmp_path / "core.v")
    assert 'public_flat_rd -module "Inner" -var "valid"' in control(tmp_path / "core.v")
    with pytest.raises(StopIteration):  # not without a register file
        header(found[1:], "Top")


def model_without(operands: dict[str, bool], bus: dict[str, bool]) -> Model:
    model = models()["hifive1"]
    return structs.replace(
        model, operands=structs.replace(model.operands, **operands), bus=structs.replace(model.bus, **bus)
    )


def missing(folder: Path, model: Model) -> set[str]:
    case = exercise.written(folder, 2, 250, 1)
    compared = list(rtl.compare(case, program_of(case, "hifive1"), model))
    assert all(c.changes > 1000 and not c.failure for c in compared), compared
    return {m.flop for c in compared for m in c.missing}


@pytest.fixture(scope="module")
def built() -> None:
    core.build_leak(print)


@pytest.mark.deep
@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(
    ("operands", "bus", "named"),
    [
        ({}, {}, set()),
        ({"results": False}, {}, {"tile.core.mem_reg_wdata", "tile.core.wb_reg_wdata"}),
        ({"bypass": False}, {}, {"tile.core.ex_reg_rs_msb_0", "tile.core.ex_reg_rs_msb_1"}),
        ({}, {"repeated": False}, {"tile.core.mem_reg_rs2", "tile.dcache.pstore1_data"}),
    ],
)
def test_a_place_that_the_rtl_shows_is_not_missing(tmp_path, operands, bus, named):
    found = missing(tmp_path, model_without(operands, bus))
    assert found >= named and bool(found) == bool(named), found
