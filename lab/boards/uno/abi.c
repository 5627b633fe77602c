/* The names of the promises that abi.S checks. */

#include "abi.h"

const char *
hal_abi_promise(uint8_t number)
{
    static char name[4] = "r";

    if (number == 32)
        return "the stack pointer";
    if (number == 33)
        return "the interrupt flag";
    name[1] = (char)('0' + (number > 9 ? number / 10 : number));
    name[2] = (char)(number > 9 ? '0' + number % 10 : 0);
    return name;
}
