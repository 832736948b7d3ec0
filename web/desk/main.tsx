// First, because it orders the layers.
import './app/desk.css'

import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { BusinessContext, businessOf } from '../ui/business.ts'
import { ErrorBoundary } from '../ui/error-view.tsx'
import { DeskPage } from './app/desk-page.tsx'
import { BASE } from './app/paths.ts'
import { createQueryClient } from './app/query-client.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary start={BASE}>
      <BusinessContext value={businessOf(document)}>
        <QueryClientProvider client={createQueryClient()}>
          {/* Without transitions Back renders at once, so that the browser can restore the scroll position. */}
          <BrowserRouter basename={BASE} useTransitions={false}>
            <DeskPage />
          </BrowserRouter>
        </QueryClientProvider>
      </BusinessContext>
    </ErrorBoundary>
  </StrictMode>,
)
