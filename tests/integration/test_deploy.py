"""What deploy/ has is tried as far as a machine without systemd, Kubernetes and
Bazel can: sockets that are passed, the hardening of the unit, packages, the
recipes of CI, and manifests that fit together."""
import ast
import os
import re
import shutil
import socket
import subprocess
import threading
import unittest

from harness import BIN, DATA, INGOT, INGOTD, ROOT, TestCase, ingot

DEPLOY = ROOT / "deploy"
MODEL = DATA / "wake_alexa" / "model.tflite"

try:
    import yaml
except ImportError:
    yaml = None
needs_yaml = unittest.skipUnless(yaml, "needs python3-yaml")


def needs(program, package):
    return unittest.skipUnless(shutil.which(program),
                               f"needs {program}, of Debian's package {package}")


class Systemd(TestCase):
    @needs("systemd-analyze", "systemd")
    def test_unit_is_hardened(self):
        done = subprocess.run(
            ["systemd-analyze", "security", "--offline=true", "--threshold=20",
             DEPLOY / "systemd" / "ingotd.service"], capture_output=True, text=True)
        if "unrecognized option" in done.stderr:
            self.skipTest("this systemd-analyze reads no files")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def start(self, listener, log):
        """A daemon that gets the socket as systemd passes it."""
        def place():
            os.dup2(listener.fileno(), 3)

        return subprocess.Popen(
            ["/bin/sh", "-c", 'export LISTEN_PID=$$ LISTEN_FDS=1; exec "$@"', "sh",
             INGOTD, "--listen", "systemd", "--store", self.folder / "store",
             "--log-file", log], preexec_fn=place, pass_fds=[3],
            stdin=subprocess.DEVNULL)

    def test_passed_socket_is_served_and_outlives_the_daemon(self):
        path = self.folder / "socket"
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(path))
            listener.listen(16)
            for turn in range(2):
                # Nobody answers yet: the caller waits and loses nothing.
                outcome = []
                caller = threading.Thread(target=lambda: outcome.append(ingot(
                    "stats", "--server", f"unix:{path}", "--timeout", "60")))
                caller.start()
                daemon = self.start(listener, self.folder / f"log{turn}")
                self.addCleanup(daemon.kill)
                caller.join()
                self.assertEqual(outcome[0].returncode, 0, outcome[0].stderr)
                # The same rights as on a socket of its own.
                ingot("server", "stop", "--server", f"unix:{path}", check=0)
                self.assertEqual(daemon.wait(timeout=60), 0)
            self.assertTrue(path.exists(), "it is the service manager's")

    def test_without_a_passed_socket_it_says_so(self):
        done = subprocess.run(
            [INGOTD, "--listen", "systemd", "--store", self.folder, "--check-config"],
            capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("no socket was passed", done.stderr)


class Packages(TestCase):
    @needs("dpkg-shlibdeps", "dpkg-dev")
    def test_packages_have_what_they_should(self):
        done = subprocess.run(
            ["cpack", "-G", "DEB", "-B", self.folder, "--config",
             BIN.parent / "CPackConfig.cmake"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        packages = {path.name.split("_")[0]: path for path in self.folder.glob("*.deb")}
        expected = {
            "ingot": ["usr/bin/ingot", "usr/lib/libingot.so.0"],
            "ingotd": ["usr/bin/ingotd", "usr/bin/ingot-worker", "etc/ingot/ingotd.toml",
                       "lib/systemd/system/ingotd.service",
                       "lib/systemd/system/ingotd.socket"],
            "libingot-dev": ["usr/lib/libingot.so", "usr/include/ingot/client/lib/Client.h",
                             "usr/lib/cmake/Ingot/IngotCompile.cmake"]}
        for library in ("dnnl", "xnnpack"):
            if (BIN.parent / "lib" / f"libingot-{library}.so").exists():
                expected[f"ingot-{library}"] = [f"usr/lib/libingot-{library}.so"]
        self.assertEqual(set(packages), set(expected))
        for package, files in expected.items():
            content = subprocess.run(["dpkg-deb", "--contents", packages[package]],
                                     capture_output=True, text=True, check=True).stdout
            for file in [*files, f"usr/share/doc/{package}/copyright"]:
                self.assertRegex(content, rf" \./{re.escape(file)}( ->.*)?\n", package)
        def field(package, name):
            return subprocess.run(["dpkg-deb", "--field", packages[package], name],
                                  capture_output=True, text=True, check=True).stdout
        self.assertIn("librocksdb", field("ingotd", "Depends"))
        self.assertIn("libmlir-22", field("ingotd", "Depends"))
        # Who hands nothing to a library need not have it.
        for package in set(expected) - {"ingot", "ingotd", "libingot-dev"}:
            library = f"lib{package.removeprefix('ingot-')}"
            self.assertIn(library, field(package, "Depends"))
            self.assertNotIn(library, field("ingot", "Depends"))
            self.assertIn(package, field("ingot", "Suggests"))
        if shutil.which("lintian"):  # Ends with 2 at an error.
            done = subprocess.run(["lintian", "--allow-root", *packages.values()],
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


class Recipes(TestCase):
    def test_bazel_rule_is_starlark(self):
        tree = ast.parse((DEPLOY / "bazel" / "ingot.bzl").read_text())
        names = {node.targets[0].id for node in tree.body if isinstance(node, ast.Assign)}
        self.assertIn("ingot_compile", names)

    @needs_yaml
    def test_commands_of_ci_run(self):
        github = yaml.safe_load((DEPLOY / "ci" / "github.yml").read_text())
        gitlab = yaml.safe_load((DEPLOY / "ci" / "gitlab.yml").read_text())
        scripts = {
            "github": [step["run"] for step in github["jobs"]["compile"]["steps"]
                       if "run" in step],
            "gitlab": gitlab["compile-model"]["script"]}
        environment = dict(os.environ, PATH=f"{INGOT.parent}:{os.environ['PATH']}",
                           XDG_RUNTIME_DIR=str(self.folder), XDG_CACHE_HOME=str(self.folder))
        environment.pop("INGOT_SERVER", None)
        self.addCleanup(ingot, "server", "stop", env=environment)
        for name, script in scripts.items():
            folder = self.folder / name
            folder.mkdir()
            # The name is the recipe's, the content says what it is.
            shutil.copy(MODEL, folder / "model.onnx")
            for command in script:
                done = subprocess.run(["/bin/sh", "-ec", command], cwd=folder, text=True,
                                      capture_output=True, env=environment)
                self.assertEqual(done.returncode, 0, command + done.stderr)
            self.assertTrue((folder / "model.so").exists())


@needs_yaml
class Kubernetes(TestCase):
    def objects(self):
        base = DEPLOY / "kubernetes" / "base"
        kustomization = yaml.safe_load((base / "kustomization.yaml").read_text())
        listed = kustomization["resources"]
        self.assertEqual(sorted(listed), sorted(
            path.name for path in base.glob("*.yaml") if path.name != "kustomization.yaml"))
        monitor = DEPLOY / "kubernetes" / "monitoring" / "servicemonitor.yaml"
        found = {}
        for path in [*(base / name for name in listed), monitor]:
            for item in yaml.safe_load_all(path.read_text()):
                found[(item["kind"], item["metadata"]["name"])] = item
        return kustomization, found

    def test_selectors_ports_and_volumes_fit(self):
        kustomization, found = self.objects()
        workload = found["StatefulSet", "ingotd"]["spec"]
        pod, labels = workload["template"]["spec"], workload["template"]["metadata"]["labels"]
        container, = pod["containers"]
        ports = {port["name"]: port["containerPort"] for port in container["ports"]}
        self.assertIn(("Service", workload["serviceName"]), found)
        selectors = [workload["selector"]["matchLabels"],
                     found["PodDisruptionBudget", "ingotd"]["spec"]["selector"]["matchLabels"],
                     found["NetworkPolicy", "ingotd"]["spec"]["podSelector"]["matchLabels"]]
        for (kind, _), item in found.items():
            if kind == "Service":
                selectors.append(item["spec"]["selector"])
                for port in item["spec"]["ports"]:
                    self.assertEqual(port["port"], ports[port["targetPort"]])
        for selector in selectors:
            self.assertLessEqual(selector.items(), labels.items())
        used = [probe["httpGet"]["port"] for name, probe in container.items()
                if name.endswith("Probe")]
        used += [port["port"] for rule in found["NetworkPolicy", "ingotd"]["spec"]["ingress"]
                 for port in rule["ports"]]
        self.assertLessEqual(set(used), set(ports))
        volumes = {volume["name"] for volume in pod["volumes"]}
        volumes |= {claim["metadata"]["name"] for claim in workload["volumeClaimTemplates"]}
        self.assertEqual(volumes, {mount["name"] for mount in container["volumeMounts"]})
        self.assertEqual([generator["name"] for generator in kustomization["configMapGenerator"]],
                         [volume["configMap"]["name"] for volume in pod["volumes"]
                          if "configMap" in volume])
        monitor = found["ServiceMonitor", "ingotd"]["spec"]
        self.assertLessEqual(
            monitor["selector"]["matchLabels"].items(),
            {"app.kubernetes.io/name": "ingot",
             **found["Service", "ingotd"]["metadata"]["labels"]}.items())
        self.assertEqual(monitor["endpoints"][0]["port"], "http")

    @unittest.skipUnless(shutil.which("kubernetes-validate"),
                         "needs kubernetes-validate, from PyPI")
    def test_objects_fit_their_schemas(self):
        for path in (DEPLOY / "kubernetes" / "base").glob("*.yaml"):
            if path.name != "kustomization.yaml":
                done = subprocess.run(["kubernetes-validate", "--strict", path],
                                      capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_pods_have_no_rights(self):
        _, found = self.objects()
        pod = found["StatefulSet", "ingotd"]["spec"]["template"]["spec"]
        self.assertTrue(pod["securityContext"]["runAsNonRoot"])
        self.assertFalse(pod["automountServiceAccountToken"])
        security = pod["containers"][0]["securityContext"]
        self.assertTrue(security["readOnlyRootFilesystem"])
        self.assertFalse(security["allowPrivilegeEscalation"])
        self.assertEqual(security["capabilities"], {"drop": ["ALL"]})

    def test_the_daemon_takes_its_configuration(self):
        text = (DEPLOY / "kubernetes" / "base" / "ingotd.toml").read_text()
        callers = self.write("callers", f"ci compiler sha256:{'0' * 64}\n")
        callers.chmod(0o600)
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                        "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=x", "-keyout",
                        self.folder / "tls.key", "-out", self.folder / "tls.crt"],
                       check=True, capture_output=True)
        for path in ("callers/callers", "tls/tls.crt", "tls/tls.key"):
            text = text.replace(f"/etc/ingot/{path}", str(self.folder / path.split("/")[1]))
        done = subprocess.run([INGOTD, "--config", self.write("ingotd.toml", text),
                               "--check-config"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
