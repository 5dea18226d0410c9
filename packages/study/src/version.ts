/** The version of this package, and of all of Xenolith: recorded in every model. */
export const version = '0.1.0'
