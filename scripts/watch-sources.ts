/**
 * Has Node start a program anew when a source of the server changes. By folders: it loses sight of a single file once
 * an editor has saved it by putting another in its place.
 */
export const watchSources = ['server', 'questionnaire', 'desk'].map((folder) => `--watch-path=${folder}`)
