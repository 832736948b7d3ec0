import { attempt, LINK, LINK_KEY } from './draft-key.ts'

// Takes the answers of a link out of the address before any other script runs. The visit's script reads them from the
// page's root, and the tab's storage keeps them for a reload.

function takeLink(): boolean {
  if (!location.hash.startsWith(LINK)) return false
  const link = location.hash.slice(LINK.length)
  history.replaceState(null, '', '/')
  attempt(() => sessionStorage.setItem(LINK_KEY, link))
  setLink(link)
  return true
}

function setLink(link: string | null | undefined) {
  const root = document.getElementById('root')
  if (root && link) root.dataset.link = link
}

if (!takeLink()) setLink(attempt(() => sessionStorage.getItem(LINK_KEY)))
// The visitor pasted a link into the address of an open page.
addEventListener('hashchange', () => takeLink() && location.reload())
