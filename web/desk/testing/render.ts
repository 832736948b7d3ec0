import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { loadModule } from '../../testing/module-loader.ts'

// Modules listen for user activity and ask for the width of the window when they are loaded.
Object.assign(globalThis, { addEventListener: () => {}, matchMedia: () => ({}) })

interface Context {
  readonly drafts?: ReadonlyMap<string, unknown>
  /** Loaded responses: the path of the screen, that of the request, and the response. */
  readonly data?: readonly (readonly [screen: string, path: string, response: unknown])[]
}

/** Loads a component of the desk, such as `Fact` in `project/fact.tsx`; returns a function that renders it to HTML. */
export async function rendererOf(file: string, component: string, context: Context = {}) {
  const { drafts = new Map(), data = [] } = context
  const { DeskContext } = await loadModule('/desk/app/use-desk.ts')
  const module = await loadModule(`/desk/${file}`)
  const client = new QueryClient()
  for (const [screen, path, response] of data) client.setQueryData(['desk', screen, path], response)
  const desk = { drafts, person: {}, timeZone: 'UTC', titleOf: () => '' }
  return (props: object) => {
    const element = createElement(DeskContext, { value: desk }, createElement(module[component], props))
    return renderToStaticMarkup(
      createElement(QueryClientProvider, { client }, createElement(MemoryRouter, {}, element)),
    )
  }
}
