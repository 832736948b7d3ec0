import { useState } from 'react'
import { closeDialog, MessageDialog } from '../ui/message-dialog.tsx'
import { createLink } from '../visit/link.ts'
import type { Visit } from '../visit/visit.ts'

const TITLE = 'Continue on another device'

/** The ways to get the visit's link to another device. */
export const openLinkDialog = async (visit: Visit, onClose: () => void) => (
  <LinkDialog link={await createLink(visit, location.origin)} onClose={onClose} />
)

/** `link` is null if it would be too long. */
function LinkDialog({ link, onClose }: { link: string | null; onClose: () => void }) {
  const [status, setStatus] = useState('')

  function share(url: string) {
    // Also rejects if the visitor cancels.
    navigator.share({ title: document.title, url }).catch(() => {})
  }

  function copy(url: string) {
    navigator.clipboard.writeText(url).then(
      () => setStatus('Link copied'),
      () => setStatus('The link could not be copied.'),
    )
  }

  return (
    <MessageDialog message={TITLE} onClose={onClose}>
      {link === null ? (
        <p className="about-link">Your answers are too long for a link.</p>
      ) : (
        <>
          <p className="about-link">
            Open this link on your other device. It contains your answers so far, but not your name, address
            or email. Anyone who has the link can see them.
          </p>
          {'share' in navigator ? (
            <button className="button primary" type="button" onClick={() => share(link)}>
              Share the link
            </button>
          ) : (
            <>
              {'clipboard' in navigator && (
                <button className="button primary" type="button" onClick={() => copy(link)}>
                  Copy the link
                </button>
              )}
              <a className="button secondary" href={mailto(link)}>
                Email it to yourself
              </a>
            </>
          )}
        </>
      )}
      <p role="status">{status}</p>
      <button className="button quiet" type="button" onClick={closeDialog}>
        Close
      </button>
    </MessageDialog>
  )
}

const mailto = (link: string) =>
  `mailto:?subject=${encodeURIComponent(TITLE)}&body=${encodeURIComponent(link)}`
