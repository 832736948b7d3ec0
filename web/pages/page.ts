// The entry of dist/page/page.js: server/site/pages.ts describes its functions.

export { renderBrief } from './brief.tsx'
export { renderDesk } from './desk.tsx'
export { renderLanding } from './landing.tsx'
export { renderNotFound } from './not-found.tsx'
