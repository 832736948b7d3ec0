const { fieldNames } = require('../../../../../../../../questionnaire/fields.ts')

/** The record that the product stores: every field is text. */
module.exports = {
  kind: 'collectionType',
  collectionName: 'projects',
  info: { singularName: 'project', pluralName: 'projects', displayName: 'Project' },
  options: { draftAndPublish: false },
  attributes: Object.fromEntries(fieldNames.map((name) => [name, { type: 'text' }])),
}
