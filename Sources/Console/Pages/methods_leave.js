"use strict";

/** Opens the provider's page at once. Without scripts, the user follows the page's link. */
location.replace(document.getElementById("leave").href);
