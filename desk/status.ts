/** Where the business stands with a homeowner, in the order it usually goes. */
export const statuses = ['New', 'Contacted', 'F-D-A proposed', 'F-D-A signed', 'Won', 'Lost'] as const
export type Status = (typeof statuses)[number]

/** Those that rules go by. What comes is filed as new, by this very word in a database that is there. */
export const NEW = 'New' satisfies Status
export const CONTACTED = 'Contacted' satisfies Status
export const LOST = 'Lost' satisfies Status

export const isStatus = (value: unknown): value is Status => statuses.some((status) => status === value)

/** The ways of reaching out; the first of them ends a project's waiting. */
export const contacts = ['Called', 'Left a message', 'E-mailed'] as const
export type Contact = (typeof contacts)[number]
