import type { Mailer, ProjectMail } from '../mail/mailer.ts'

/** A mailer in memory whose `send` a test can replace. */
export function tameMailer(send: (mail: ProjectMail) => Promise<void> = async () => {}) {
  const sent: ProjectMail[] = []
  const mailer: Mailer & { send: typeof send } = {
    destination: 'memory',
    send,
    async sendProject(mail) {
      await mailer.send(mail)
      sent.push(mail)
      return { response: '250 taken', rejections: [] }
    },
    async check() {},
    async close() {},
  }
  return { mailer, sent }
}
