import type { Count } from '../harness/counts.ts'
import type { Fault } from '../harness/fault.ts'
import { measured } from '../harness/recovery.ts'
import type { Link } from '../harness/tcp-proxy.ts'
import { createVisitors } from '../harness/visitor.ts'
import { createScene, type Scene } from './browser.ts'

/** One thing that happens to visitors, in a real browser through a line that can be broken. */
export const visit = (
  rows: string,
  name: string,
  happen: (scene: Scene, count: Count) => Promise<number>,
): Fault => ({
  rows,
  name,
  async run(count) {
    await using scene = await createScene()
    const runs = await happen(scene, count)
    const { oracle, seen, failures, notes, guide, arrived } = scene
    return await measured({
      oracle,
      visitors: { ...createVisitors(oracle), seen },
      env: guide.env,
      arrived,
      runs,
      failures,
      note: notes.join('; '),
    })
  },
})

/** Drops what comes back for submissions, of all ids or of some, after the server has done everything. */
export function loseAnswers(scene: Scene, isLost: (id: string) => boolean = () => true) {
  const cut = new Set<Link>()
  scene.proxy.onRequest = (chunk, link) => {
    const id = /PUT \/api\/projects\/(\S+)/.exec(chunk.toString('latin1'))?.[1]
    if (id && isLost(id)) cut.add(link)
    return chunk
  }
  scene.proxy.onAnswer = (chunk, link) => {
    if (!cut.has(link)) return chunk
    link.near.resetAndDestroy()
    return null
  }
}
