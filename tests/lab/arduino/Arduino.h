/* SPDX-License-Identifier: MIT */
/* What the example sketch takes from an Arduino core, on the lab's Cortex-M boards: Debian has no
 * core for them. */
#ifndef NARAE_TESTS_ARDUINO_H
#define NARAE_TESTS_ARDUINO_H

#define _Noreturn [[noreturn]] /* C++ has its own word */
extern "C" {
#include "hal.h"
}

#define F(text) (text)

/* In microseconds: 0 first, then the time since. */
static inline unsigned long
micros()
{
    static bool counts;

    counts = !counts;
    if (!counts)
        return hal_end() / (F_CPU / 1000000);
    hal_begin();
    return 0;
}

class SerialLine
{
  public:
    void
    begin(unsigned long)
    {
        hal_init();
    }

    explicit
    operator bool() const
    {
        return true;
    }

    void
    print(const char *text)
    {
        while (*text != 0)
            hal_put(*text++);
    }

    void
    print(unsigned long number)
    {
        if (number >= 10)
            print(number / 10);
        hal_put(static_cast<char>('0' + number % 10));
    }

    void
    print(int number)
    {
        print(static_cast<unsigned long>(number));
    }

    template <typename Printed>
    void
    println(Printed printed)
    {
        print(printed);
        hal_put('\n');
    }

    void
    flush()
    {
    }
};

static SerialLine Serial;

#endif
