import { attempt } from './draft-key.ts'

/** The desk opens the guide at this fragment to try it. */
export const TEST = '#test'

const TEST_KEY = 'kitchen-guide.test'

if (location.hash === TEST) attempt(() => sessionStorage.setItem(TEST_KEY, TEST))

/** Whether the desk opened this tab to try the guide. Its visit is not counted, and its project is marked. */
export const isTestVisit = () => attempt(() => sessionStorage.getItem(TEST_KEY)) === TEST
