import { once } from 'node:events'
import { type Found, findProgram } from '../../scripts/find-program.ts'
import { endProcess, eventually, freePort, startProcess } from '../../server/testing/server-process.ts'
import { MAX_CALL_MS, type Page, type Size } from './page.ts'

export function findWebKit(): Found {
  const screen = findProgram('Xvfb', ['Xvfb'], ['xvfb'])
  return 'missing' in screen
    ? screen
    : findProgram('WebKit driver', ['WebKitWebDriver'], ['webkit2gtk-driver'])
}

/** WebKitGTK's MiniBrowser on a screen of its own, over WebDriver. Its window is at least 450 pixels wide. */
export async function openWebKit(
  driverPath: string,
  size: Size,
  started: AsyncDisposableStack,
): Promise<Page> {
  const start = (...[command, args, options]: Parameters<typeof startProcess>) =>
    started.adopt(startProcess(command, args, options), (program) => endProcess(program, 'SIGTERM'))
  // A little larger than the window, so that the window is under the pointer in the middle, and has the focus.
  const screen = start('Xvfb', ['-displayfd', '3', '-screen', '0', `${size.width}x${size.height + 100}x24`], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  // biome-ignore lint/style/noNonNullAssertion: the pipe above
  const [display] = await once(screen.stdio[3]!, 'data')
  const port = await freePort()
  start(driverPath, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${String(display).trim()}` },
  })
  const driver = `http://127.0.0.1:${port}`
  await eventually(async () => (await fetch(`${driver}/status`)).ok)
  const { sessionId } = await post(`${driver}/session`, { capabilities: {} })
  const session = `${driver}/session/${sessionId}`

  const run = (expression: string) =>
    post(`${session}/execute/sync`, { script: `return ${expression}`, args: [] })
  const act = (type: 'key' | 'pointer', actions: readonly object[]) =>
    post(`${session}/actions`, { actions: [{ id: type, type, actions }] })
  const errors: string[] = []
  const takeErrors = async () => errors.push(...(await run('window.takeErrors?.() ?? []')))
  const load = async (how: string, body: object) => {
    await takeErrors()
    await post(`${session}/${how}`, body)
    await run(`(${collectErrors})()`)
  }

  await post(`${session}/window/rect`, size)
  const bars = await run('outerHeight - innerHeight')
  await post(`${session}/window/rect`, { width: size.width, height: size.height + bars })
  // Two quick presses at the same place would be a double click, which the product takes for one press.
  let aside = 4
  return {
    goto: (url) => load('url', { url }),
    reload: () => load('refresh', {}),
    run,
    press({ x, y }) {
      aside = -aside
      return act('pointer', [
        { type: 'pointerMove', x: x + aside, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ])
    },
    type: (text) =>
      act(
        'key',
        [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      ),
    async errors() {
      await takeErrors()
      return errors
    },
  }
}

/** Sends a WebDriver command, and returns the value of the response. */
async function post(url: string, body: object) {
  const response = await fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(MAX_CALL_MS),
  })
  const { value } = await response.json()
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
  return value
}

/** Runs in the page. The driver reports no errors, so those of a page that is still loading are missed. */
function collectErrors() {
  const errors: string[] = []
  Object.assign(window, { takeErrors: () => errors.splice(0) })
  addEventListener('error', ({ message }) => errors.push(message))
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)))
  addEventListener('securitypolicyviolation', ({ blockedURI }) => errors.push(`blocked: ${blockedURI}`))
  console.error = (...words) => errors.push(words.join(' '))
  console.warn = console.error
}
