/** An index of the suspicious projects, which are few. schema.ts adds the column. */
export const suspicious = (): readonly string[] => [
  `create index deliveries_suspicious on deliveries ("projectId") where suspicion <> ''`,
]
