// The service worker of notifications: touching one shows the match.

addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = event.notification.data;
  event.waitUntil(
    clients.matchAll({ type: "window", includeUncontrolled: true }).then((pages) => {
      const page = pages.find((one) => one.url === address);
      return page ? page.focus() : clients.openWindow(address);
    }),
  );
});
