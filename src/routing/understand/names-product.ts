/** Whether a part of a text names a product. */
export type NamesProduct = (part: string) => boolean
