/** When the person of a session last proved their identity. Empty for older sessions, which have to prove it again. */
export const confirmedSessions = (): readonly string[] => [
  "alter table desk_sessions add column confirmed_at text not null default ''",
]
