/** In characters; the service refuses to search for more. */
export const longestSearch = 1000
