import type { FirstSteps } from '../../../desk/api.ts'
import { pluralize } from '../../../desk/pluralize.ts'
import type { SettingName } from '../../../desk/settings.ts'
import { IS_SUSPICIOUS, IS_TEST } from '../../db/project-statements.ts'
import { flag, number, query } from '../../db/rows.ts'
import { sql } from '../../db/sql.ts'
import type { Routes } from '../../http/routes.ts'
import type { DeskRouteServices } from '../desk.ts'
import { makeSamples, removeSamples } from '../samples/sample-projects.ts'

/** Enough for every status and for the filters. */
const SAMPLES = 40

const selectState = query(
  sql`select exists (select 1 from desk_projects where is_sample = 0 and not ${IS_SUSPICIOUS}) as has_project,
    exists (select 1 from desk_projects where is_sample = 1 and ${IS_TEST}) as has_test,
    (select count(*) from desk_people) as people`,
  { hasProject: flag, hasTest: flag, people: number },
)

/** What a new owner does first, and samples for a look around. */
export function addFirstStepsRoutes(routes: Routes, services: DeskRouteServices) {
  const { desk, staff, storedSettings, personOf } = services
  const ownersOnly = { config: { ownersOnly: true } }

  routes.get('/first-steps', ownersOnly, async (): Promise<FirstSteps> => {
    const [state] = await desk.db.all(selectState)
    if (!state || state.hasProject) return { steps: null }
    const settings = await storedSettings.list()
    /** Whether the business has chosen one of these settings, instead of its default. */
    const isChosen = (...names: readonly SettingName[]) =>
      settings.some(({ name, isFixed, change }) => names.includes(name) && (isFixed || change !== null))
    return {
      steps: {
        business: isChosen('BRAND_NAME', 'BUSINESS_PHONE', 'BUSINESS_ADDRESS', 'PRIVACY_URL'),
        hours: isChosen('BUSINESS_HOURS', 'TIME_ZONE'),
        leads: isChosen('MAIL_TO'),
        invite: state.people > 1,
        try: state.hasTest,
      },
    }
  })

  routes.post('/samples', ownersOnly, async (request, reply) => {
    await makeSamples(desk.db, SAMPLES, new Date())
    await staff.audit.add(personOf(request).email, 'samples added', pluralize(SAMPLES, 'project'))
    return reply.code(204).send()
  })

  routes.delete('/samples', ownersOnly, async (request, reply) => {
    const removed = await removeSamples(desk.db)
    await staff.audit.add(personOf(request).email, 'samples removed', pluralize(removed, 'project'))
    return reply.code(204).send()
  })
}
