/** How the inbox can be sorted. */
export const sorts = ['newest', 'oldest', 'waiting'] as const
export type Sort = (typeof sorts)[number]
