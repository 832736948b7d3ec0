/** The heading of the error view. In a file of its own, so that bootstrap.ts does not load React. */
export const ERROR_HEADING = 'Unexpected Application Error!'
