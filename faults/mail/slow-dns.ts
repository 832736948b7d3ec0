import { spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmailJsSink } from '../harness/emailjs-sink.ts'
import type { Fault } from '../harness/fault.ts'
import { createStage, type Stage } from '../harness/stage.ts'
import { brokenMail } from './broken-mail.ts'

const NAME_SERVER = '127.53.38.1'
/** The settings, the list of hosts, then the command. */
const ASKING_US = 'mount --bind "$0" /etc/resolv.conf && mount --bind "$1" /etc/hosts && shift && exec "$@"'
/** A connection that was kept asks for no name. */
const KEPT_MS = 5000

/** The one who knows the name of the mail service says nothing. */
export const slowNames: Fault = {
  rows: 'F38',
  name: 'EmailJS whose name is looked up without an answer',
  needs: whyNoNames,
  async run() {
    await using stage = await createStage()
    const names = await startNames(stage)
    const sink = await startEmailJsSink(stage)
    const url = (sink.env.MAIL_URL ?? '').replace('127.0.0.1', 'localhost')
    let before = 0
    return await brokenMail(stage, {
      env: { ...sink.env, MAIL_URL: url },
      under: names.under,
      arrived: () => sink.arrived,
      breakIt: async () => {
        before = names.asked
        names.answers = false
        await pause(KEPT_MS)
      },
      mend: () => {
        names.answers = true
      },
      check: () => (names.asked > before ? null : 'no name was looked up'),
    })
  },
}

function whyNoNames(): string | null {
  const isAllowed = spawnSync('unshare', ['-m', 'true'], { stdio: 'ignore' }).status === 0
  return isAllowed ? null : 'only root may give a program settings of its own for names, on Linux'
}

/**
 * Every name is this machine's. `under` has a command ask here, and nobody else: for `localhost` as well, since
 * its list of hosts is empty.
 */
async function startNames(stage: Stage) {
  const settings = join(stage.directory, 'resolv.conf')
  const hosts = join(stage.directory, 'hosts')
  writeFileSync(settings, `nameserver ${NAME_SERVER}\n`)
  writeFileSync(hosts, '')
  const names = {
    answers: true,
    asked: 0,
    under: ['unshare', '-m', 'sh', '-c', ASKING_US, settings, hosts],
  }
  const socket = createSocket('udp4', (query, { port, address }) => {
    names.asked += 1
    if (names.answers) socket.send(answerTo(query), port, address)
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject).bind(53, NAME_SERVER, () => resolve())
  })
  stage.after(() => socket.close())
  return names
}

/** An address of four numbers, or none of any other kind. */
function answerTo(query: Buffer): Buffer {
  const end = query.indexOf(0, 12) + 5
  const isA = query.readUInt16BE(end - 4) === 1
  const head = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, isA ? 1 : 0, 0, 0, 0, 0])
  const address = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1])
  return Buffer.concat([head, query.subarray(12, end), ...(isA ? [address] : [])])
}
