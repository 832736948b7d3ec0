/** What stands above every failure that is no project's. */
export const ERROR_HEADING = 'Unexpected Application Error!'
