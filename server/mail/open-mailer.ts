import type { MailConfig } from '../config/mail-url.ts'
import type { CurrentSettings } from '../config/settings.ts'
import type { Mailer } from './mailer.ts'

/** Loads and opens the driver that MAIL_URL names. */
export async function openMailer(config: MailConfig, settings: CurrentSettings): Promise<Mailer> {
  switch (config.driver) {
    case 'files':
      return (await import('./files/open-files.ts')).openFiles(config, settings)
    case 'smtp':
      return (await import('./smtp/open-smtp.ts')).openSmtp(config, settings)
    case 'emailjs':
      return (await import('./emailjs/open-emailjs.ts')).openEmailJs(config, settings)
  }
}
