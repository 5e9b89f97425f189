// Messages of a teacher: a notification in each open page.

const MESSAGE = 'urn:labora:message';

/** Shows messages until they are closed. */
export function addMessages(lab, events) {
  events.stream.connect((_, event) => {
    if (event.schema_id !== MESSAGE) return;
    lab.apputils.Notification.info(`${event.from}: ${event.text}`, { autoClose: false });
  });
}
