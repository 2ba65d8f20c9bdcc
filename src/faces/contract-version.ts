/** The version of the interface that agents rely on, not of this package; it changes when the contract does. */
export const contractVersion = '1.5.0'
