/** Database of the server all tests share that has every table and no row. */
export const TEMPLATE = 'hap_template'
