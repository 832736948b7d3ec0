/** Minutes of business hours after which a project without first contact turns warm, and hot. */
export const WARM_AFTER = 15
export const HOT_AFTER = 60

/** As many of those who wait are listed, the longest waiting first. */
export const MOST_UNANSWERED = 200
