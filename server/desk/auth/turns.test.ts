import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate as pause } from 'node:timers/promises'
import { createTurns, TooMany } from './turns.ts'

/** Turns whose work ends when it is told to. */
function watchedTurns(limits: { atOnce: number; mostWaiting: number }) {
  const inTurn = createTurns(limits)
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<void>>()
  return {
    begun,
    begin(name: string): Promise<void> {
      const end = Promise.withResolvers<void>()
      ends.set(name, end)
      return inTurn(() => {
        begun.push(name)
        return end.promise
      })
    },
    end: (name: string) => ends.get(name)?.resolve(),
    fail: (name: string) => ends.get(name)?.reject(new Error(`${name} failed`)),
  }
}

it('so much runs at once, and who waits comes in the order of coming', async () => {
  const { begin, end, begun } = watchedTurns({ atOnce: 2, mostWaiting: 3 })
  const all = ['a', 'b', 'c', 'd'].map(begin)
  await pause()
  assert.deepEqual(begun, ['a', 'b'])
  end('b')
  await pause()
  assert.deepEqual(begun, ['a', 'b', 'c'])
  for (const name of ['a', 'c', 'd']) end(name)
  await Promise.all(all)
  assert.deepEqual(begun, ['a', 'b', 'c', 'd'])
})

it('who comes between an end and the turn of the next one waits behind it', async () => {
  const { begin, end, begun } = watchedTurns({ atOnce: 1, mostWaiting: 100 })
  const all = ['first', 'second'].map(begin)
  end('first')
  let late = 0
  // One in every moment that there is.
  for (; late < 20 && !begun.includes('second'); late++) {
    all.push(begin(`late ${late}`))
    await null
  }
  assert.deepEqual(begun, ['first', 'second'])
  end('second')
  for (let nth = 0; nth < late; nth++) end(`late ${nth}`)
  await Promise.all(all)
})

it('what fails hands its turn on, and gives it back, once, when nobody waits', async () => {
  const { begin, end, fail, begun } = watchedTurns({ atOnce: 1, mostWaiting: 1 })
  const [failing, next] = [begin('failing'), begin('next')]
  fail('failing')
  await assert.rejects(failing, /failing failed/)
  end('next')
  await next
  const two = [begin('last'), begin('waiting')]
  await pause()
  assert.deepEqual(begun, ['failing', 'next', 'last'])
  for (const name of ['last', 'waiting']) end(name)
  await Promise.all(two)
})

it('when too many wait, the next is refused, and those who wait are not', async () => {
  const { begin, end, begun } = watchedTurns({ atOnce: 1, mostWaiting: 1 })
  const kept = [begin('a'), begin('b')]
  await assert.rejects(begin('c'), TooMany)
  for (const name of ['a', 'b']) end(name)
  await Promise.all(kept)
  assert.deepEqual(begun, ['a', 'b'])
})
