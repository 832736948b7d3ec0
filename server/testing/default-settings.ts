import { readConfig } from '../config/config.ts'
import { readSettings, type SettingValues, withDefaults } from '../config/settings.ts'

/** The settings of a business that has changed only these. */
export function settingsWith(values: Partial<SettingValues>, env: Readonly<Record<string, string>> = {}) {
  const config = readConfig({ ...env, ...values })
  return readSettings(withDefaults(config.fixed), config)
}

export const defaultSettings = settingsWith({})
