/** What the film may weigh in each of its formats, in bytes: `npm run film` and `npm run size` both hold it to this. */
export const HEAVIEST_FILM = 3_900_000
