const CREATE = 'api::project.project.create'

/** Whoever comes may create a project, as a visitor may. */
module.exports = {
  async bootstrap({ strapi }) {
    const permissions = strapi.db.query('plugin::users-permissions.permission')
    if (await permissions.findOne({ where: { action: CREATE } })) return
    const role = await strapi.db
      .query('plugin::users-permissions.role')
      .findOne({ where: { type: 'public' } })
    await permissions.create({ data: { action: CREATE, role: role.id } })
  },
}
