import { environment, readConfig } from './config.ts'
import { endWell } from './end-well.ts'
import { startServer } from './start-server.ts'

/** The server in a process of its own, as main.ts starts it, with a page of one line: for tests that kill it. */
const page = {
  renderLanding: () => '<!doctype html>landing',
  renderNotFound: () => '<!doctype html>not here',
}

endWell(await startServer(readConfig(environment()), { page, siteDirectory: import.meta.dirname }))
