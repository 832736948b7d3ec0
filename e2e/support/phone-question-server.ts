import { registerHooks } from 'node:module'
import { basename } from 'node:path'
import { phoneQuestion } from './phone-question.ts'

// Loaded into a server before its own code, so that it knows the question.
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const change = phoneQuestion[basename(url)]
    return change ? { ...loaded, source: change(String(loaded.source)) } : loaded
  },
})
