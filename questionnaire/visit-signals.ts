/**
 * Request headers that help the server recognize spam: the seconds since the visit began, and whether the hidden trap of
 * the last screen was filled in. A page that was opened before a deploy may send neither.
 */
export const SECONDS_HEADER = 'visit-seconds'
export const TRAP_HEADER = 'visit-trap'
/** Sent with answers that the visitor has not submitted yet: SEND_EARLY. Without it, the visitor has pressed Submit. */
export const EARLY_HEADER = 'visit-early'
/** Sent by a page that the desk opened to try the guide. The project is marked as a test, and not counted. */
export const TEST_HEADER = 'visit-test'
/** The name of the trap's input, which programs like to fill in. */
export const TRAP_NAME = 'subject'
/** The id of the price list that the page shows. A page that was opened before a deploy may not send it. */
export const PRICES_HEADER = 'visit-prices'
