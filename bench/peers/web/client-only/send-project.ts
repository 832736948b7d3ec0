import emailjs from '@emailjs/browser'
import { initializeApp } from 'firebase/app'
import { doc, getFirestore, setDoc } from 'firebase/firestore'
import type { SendOutcome } from '../../../../web/visit/submission.ts'
import type { Visit } from '../../../../web/visit/visit.ts'

// Set up as in their documentation. The benchmark never sends, so these accounts do not exist.
const firestore = getFirestore(
  initializeApp({ apiKey: 'none', authDomain: 'bench.example', projectId: 'bench', appId: '1:1:web:1' }),
)
emailjs.init({ publicKey: 'none' })

/** The build of this page uses it instead of the product's own call: stores the project, then sends the email. */
export async function sendProject({ id, answers }: Visit): Promise<SendOutcome> {
  try {
    await setDoc(doc(firestore, 'projects', id), answers)
    await emailjs.send('service', 'template', answers)
    return 'saved'
  } catch {
    return 'failed'
  }
}
