import assert from 'node:assert/strict'
import { it } from 'node:test'
import { releaseIn } from './release.ts'

const changelog = '# Changelog\n\n## Unreleased\n\n- A change\n\n## 1.9.0, 2026-11-01\n\n- Another\n'
const release = (version: string, text = changelog) =>
  releaseIn(text, { version, current: '1.9.0', day: '2026-11-19' })

it('what is unreleased moves below the heading of the new version', () => {
  assert.equal(
    release('1.10.0'),
    '# Changelog\n\n## Unreleased\n\n## 1.10.0, 2026-11-19\n\n- A change\n\n## 1.9.0, 2026-11-01\n\n- Another\n',
  )
})

it('a version that is not newer, or that nobody described, is refused', () => {
  for (const version of ['', '1.9.0', '1.8.9', '0.10.0', '2', 'v2.0.0'])
    assert.throws(() => release(version), /newer than 1\.9\.0/, version)
  for (const text of [changelog.replace('- A change', ''), changelog.replace('Unreleased', '2.0.0')])
    assert.throws(() => release('2.0.0', text), /nothing below "## Unreleased"/)
})
