/** Suspicious projects are few, so finding or skipping them reads only this index. schema.ts adds the column. */
export const suspicious = (): readonly string[] => [
  `create index deliveries_suspicious on deliveries ("projectId") where suspicion <> ''`,
]
