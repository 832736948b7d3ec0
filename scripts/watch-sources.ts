/**
 * Options that make Node restart a program when a source of the server changes. Folders are watched, because Node loses
 * track of a file that an editor replaces.
 */
export const watchSources = ['server', 'questionnaire', 'desk'].map((folder) => `--watch-path=${folder}`)
