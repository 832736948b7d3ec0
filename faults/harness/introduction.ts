/** What docs/reports/faults.md begins with. No heading of a second level: those are the tables, which are kept one by one. */
export const INTRODUCTION = `# What was broken, and what it cost

Written by \`npm run faults\`, which breaks the running product on purpose: every figure is of a run that took place, at the time and on the machine its table names. \`npm run faults -- GROUP\` runs one group and replaces its table; \`--only TEXT\` runs some rows of it, which then have a table of their own until the whole group is run where it can bring them about (so a row that failed and was run again after the mending stands twice); \`--share 0.1\` does a tenth of the full counts (\`faults/harness/counts.ts\`), so a table whose command has a share is not yet of the full ones; \`--short\`, which is part of \`npm test\`, writes nothing.

*Lost*: told saved, and not exactly one record with the words that were sent, or no e-mail. *Doubled*: two records, or two different messages for one revision. *Wrong text*: a visitor was told anything but the truth in the agreed words. *Longest wait*: until a visitor was told; 20 s is the bound. A row's number is its place in the list of faults (F01 to F75 what breaks, 3.1 to 3.19 what is sent); what it covers is said beside it, and a row that this machine cannot bring about is there as not run, with the reason. Restart to ready and the wait for a silent server (F51) are measured alone, before everything else; times in other rows are under their load.

**Not in the tables, and why**

- F73, a day of few visitors and all these faults by chance: not run, no run here is that long. Memory is looked at under load instead (F71, 3.1 to 3.16, and \`npm run bench -- memory\`).
- F74, a project that is erased while its e-mail is due or being sent: \`server/desk/reports/admin.contract.test.ts\` (the delivery goes with it, and a late try stores nothing), \`server/store/postgres/open-postgres.test.ts\` (a late try that waits meanwhile).
- F75, the desk while something breaks: with the line gone, what was typed stays and what was not noted says so (\`e2e/desk-project.spec.ts\`, \`e2e/desk-sheet.spec.ts\`); an export ends with how many projects it has, so that half a file is seen to be half, is of the moment at which it began, whatever visitors submit meanwhile, and ends with a reader who goes away (\`server/desk/reports/admin.contract.test.ts\`).
- 3.17, whoever wants into the desk, or to harm who reads there: \`server/desk/auth/sign-in.contract.test.ts\`, \`server/desk/auth/throttle.test.ts\`, \`server/desk/auth/password-problem.test.ts\`, \`e2e/desk-project.spec.ts\` (what visitors type is shown as text), \`e2e/desk-sign-in.spec.ts\` (Back after signing out).
- 3.18, signs that a program fills in the questions (a hidden field, too little time, a puzzle unsolved): the product looks for none. A client that sends too much is slowed (3.13, \`server/http/rate-limit.test.ts\`).
`
