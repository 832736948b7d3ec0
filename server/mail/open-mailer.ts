import type { MailConfig } from '../config/mail-url.ts'
import type { Mailer } from './mailer.ts'

/** Loads and opens the driver that MAIL_URL names. */
export async function openMailer(config: MailConfig, brandName: string): Promise<Mailer> {
  switch (config.driver) {
    case 'files':
      return (await import('./files/open-files.ts')).openFiles(config, brandName)
    case 'smtp':
      return (await import('./smtp/open-smtp.ts')).openSmtp(config, brandName)
    case 'emailjs':
      return (await import('./emailjs/open-emailjs.ts')).openEmailJs(config, brandName)
  }
}
