"""What the lab's tests share."""

import pytest


def pytest_addoption(parser):
    parser.addoption("--deep", action="store_true", help="also what takes long")


def pytest_configure(config):
    config.addinivalue_line("markers", "deep: takes long; runs with --deep only")


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--deep"):
        for item in items:
            if item.get_closest_marker("deep"):
                item.add_marker(pytest.mark.skip(reason="deep: runs with ./narae test --deep"))
