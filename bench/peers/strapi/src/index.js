const CREATE = 'api::project.project.create'

/** Lets the public create a project, as a visitor of the product can. */
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
