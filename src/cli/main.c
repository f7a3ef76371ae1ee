#include <stdio.h>
#include "leeway/leeway.h"

int main(void)
{
    printf("leeway %s\n", lw_version());
    return 0;
}
