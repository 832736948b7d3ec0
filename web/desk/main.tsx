import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { businessOf } from '../business.ts'
import { ErrorBoundary } from '../ui/error-view.tsx'
import { DeskPage } from './desk-page.tsx'
import './styles/index.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <DeskPage brandName={businessOf(document).brandName} />
    </ErrorBoundary>
  </StrictMode>,
)
