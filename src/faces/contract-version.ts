/** Of the interface that agents rely on, not of this package: the contract labels it so, and it moves when that does. */
export const contractVersion = '1.5.0'
