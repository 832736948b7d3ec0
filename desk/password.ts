/** How many characters a password has at least, as people count them. */
export const SHORTEST_PASSWORD = 12
