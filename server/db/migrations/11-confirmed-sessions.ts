/** When the person of a session last proved who they are. Empty for a session from before, so they are asked first. */
export const confirmedSessions = (): readonly string[] => [
  "alter table desk_sessions add column confirmed_at text not null default ''",
]
