import { isProjectId } from './project.ts'

/**
 * The request header with the write key: the value that the page created with the project's id, or the token of the
 * project's brief. The id alone gives no right to change a project, because emails, webhooks and the desk show it.
 */
export const WRITE_KEY_HEADER = 'write-key'

/** 128 random bits as base64url, like an id. */
export const isWriteKey = (text: string) => isProjectId(text)
