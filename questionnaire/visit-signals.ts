/**
 * Request headers beside the answers, by which the server recognizes spam: how many seconds ago the visit began, and
 * that an input was filled in that no person sees. A page that was opened before a deploy may send neither.
 */
export const SECONDS_HEADER = 'visit-seconds'
export const TRAP_HEADER = 'visit-trap'
