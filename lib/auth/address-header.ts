/** Header by which the proxy tells a page its own address with its parameters, as a path. A browser cannot set it: the proxy overwrites it. */
export const ADDRESS_HEADER = 'x-hap-address'
